// SPDX-License-Identifier: GPL-2.0-or-later
// data.js: unpacks the data of the page.
//
//    the element "data": base64 --> gzip --> JSON --> an object, for model.js

// Shows one line in place of all else: what is wrong with this page.
function showFailure(text)
{
   document.querySelector("main").replaceChildren(
      make("p", { class: "note", role: "alert" }, text));
}

// What `text' in base64 stands for; throws if it is none.
function bytesOf(text)
{
   const binary = atob(text);
   const bytes = new Uint8Array(binary.length);
   for (let i = 0; i < bytes.length; i++)
      bytes[i] = binary.charCodeAt(i);
   return bytes;
}

// The data, or null after a line that says why there is none.
async function readData()
{
   if (typeof DecompressionStream === "undefined") {
      showFailure("This browser is too old for this page: it cannot unpack the data "
         + "(DecompressionStream; Chromium has it since 80, Firefox since 113, Safari "
         + "since 16.4).");
      return null;
   }
   try {
      const packed = new Blob([bytesOf(byId("data").textContent)]).stream();
      const unpacked = packed.pipeThrough(new DecompressionStream("gzip"));
      return await new Response(unpacked).json();
   } catch {
      showFailure("The data of this page is damaged; make the page again, or copy it "
         + "again.");
      return null;
   }
}
