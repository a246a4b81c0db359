v.c
