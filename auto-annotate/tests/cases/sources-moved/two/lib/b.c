the right b.c
