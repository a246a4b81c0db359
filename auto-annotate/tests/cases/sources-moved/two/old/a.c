another a.c
