int main(int argc, char** argv)
{   a | b, "c";

// three lines
   sort(v, v + n);
// six
