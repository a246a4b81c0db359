// algo

   return 1;