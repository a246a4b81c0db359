// SPDX-License-Identifier: GPL-2.0-or-later
// groups.cc: which films groups of viewers like, from what each viewer gave a film.

#include <algorithm>
#include <cstdio>
#include <vector>

class Matrix
{
public:
   Matrix(int rows, int columns) : columns_(columns), rows_(rows), cells_(rows * columns) {}
   double& operator()(int i, int j) { return cells_[i * columns_ + j]; }
   double  operator()(int i, int j) const { return cells_[i * columns_ + j]; }
   int     rows() const { return rows_; }
   int     columns() const { return columns_; }

private:
   int                 columns_, rows_;
   std::vector<double> cells_;
};

static Matrix operator*(const Matrix& a, const Matrix& b)
{
   Matrix product(a.rows(), b.columns());
   for (int i = 0; i < a.rows(); i++)
      for (int j = 0; j < b.columns(); j++) {
         double sum = 0;
         for (int k = 0; k < a.columns(); k++)
            sum += a(i, k) * b(k, j);
         product(i, j) = sum;
      }
   return product;
}

static Matrix noise(int rows, int columns, unsigned seed)
{
   Matrix m(rows, columns);
   for (int i = 0; i < rows; i++)
      for (int j = 0; j < columns; j++) {
         seed = seed * 1103515245 + 12345;
         m(i, j) = static_cast<int>(seed >> 20 & 63) / 8.0;
      }
   return m;
}

int main()
{
   const Matrix weights = noise(4, 5000, 3);   // how much a viewer is of a group
   const Matrix stars = noise(5000, 520, 4);   // what a viewer gave a film
   const Matrix liking = weights * stars;
   for (int group = 0; group < liking.rows(); group++) {
      int    best = 0;
      double sum = 0;
      for (int film = 0; film < liking.columns(); film++) {
         if (liking(group, film) > liking(group, best))
            best = film;
         sum += liking(group, film);
      }
      std::printf("group %d: film %d, %.3f above the average\n", group, best,
                  liking(group, best) - sum / liking.columns());
   }
   return 0;
}
