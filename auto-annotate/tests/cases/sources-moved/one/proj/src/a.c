the right a.c
