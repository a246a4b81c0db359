// SPDX-License-Identifier: GPL-2.0-or-later
// mosaic.cc: two threads draw a fractal in tiles, and know how far they are.

#include <atomic>
#include <cstdio>
#include <thread>
#include <vector>

namespace {

const int WIDTH = 960, HEIGHT = 640, THREADS = 2, LIMIT = 6;

struct Picture {
   std::vector<unsigned char> pixels = std::vector<unsigned char>(WIDTH * HEIGHT);
   std::atomic<long>          finished{0}; // pixels
   std::atomic<long>          inside{0};   // points of the set
};

// How many steps a point takes to leave a circle around 0.
int steps(int x, int y)
{
   const float cx = x * 3.0F / WIDTH - 2.1F, cy = y * 2.0F / HEIGHT - 1.0F;
   float       zx = 0, zy = 0;
   int         n = 0;
   while (n < LIMIT && zx * zx + zy * zy < 4) {
      const float next = zx * zx - zy * zy + cx;
      zy = 2 * zx * zy + cy;
      zx = next;
      n++;
   }
   return n;
}

void draw(Picture& picture, int first)
{
   long inside = 0;
   for (int y = first; y < HEIGHT; y += THREADS)
      for (int x = 0; x < WIDTH; x++) {
         const int n = steps(x, y);
         picture.pixels[y * WIDTH + x] = static_cast<unsigned char>(n * 255 / LIMIT);
         inside += n == LIMIT;
         picture.finished++;
      }
   picture.inside += inside;
}

} // namespace

int main()
{
   Picture                  picture;
   std::vector<std::thread> threads;
   for (int first = 0; first < THREADS; first++)
      threads.emplace_back([&picture, first] { draw(picture, first); });
   for (std::thread& thread : threads)
      thread.join();
   unsigned checksum = 0;
   for (unsigned char pixel : picture.pixels)
      checksum = checksum * 31 + pixel;
   std::printf("%ld pixels, %ld inside, checksum %08x\n", picture.finished.load(),
               picture.inside.load(), checksum);
   return 0;
}
