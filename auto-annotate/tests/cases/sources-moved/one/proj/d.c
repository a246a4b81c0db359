the right d.c
