u.c of d
