// SPDX-License-Identifier: GPL-2.0-or-later
// nearest.js: which own code is behind a function of a library, however many functions of
// libraries are between.
//
//    main            own            Nearest own code of malloc
//      parse         own            60   parse
//        operator new               40   main
//          malloc    60
//      std::sort
//        malloc      40

// The own functions that are the nearest above a function, and what it costs there with all
// that it calls: [{f, counts}].  A function that is inside itself counts once.
function nearestOwn(page, f)
{
   const { nodes, parent, key, names } = flameTree(page), found = new Map();
   const own = new Int32Array(nodes.length), inside = new Uint8Array(nodes.length);
   for (let i = 1; i < nodes.length; i++) {
      const about = names[key[i]], nearest = names[key[own[parent[i]]]].function;
      own[i] = about.color === "own" ? i : own[parent[i]];
      inside[i] = about.function === f || inside[parent[i]];
      if (about.function !== f || inside[parent[i]] || nearest === null)
         continue;
      if (found.has(nearest))
         addRow(found.get(nearest), nodes[i].counts);
      else
         found.set(nearest, [...nodes[i].counts]);
   }
   return [...found].map(([nearest, counts]) => ({ f: nearest, counts }));
}

// Whether this says more than the callers.  What inlined code cost is not known by context.
function hasNearestOwn(f)
{
   return !isOwnCode(f) && f.callers.some(({ caller }) => !isOwnCode(caller))
      && !f.callers.some(call => call.inlined);
}
