u.c of c
