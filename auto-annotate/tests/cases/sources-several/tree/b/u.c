u.c of b
