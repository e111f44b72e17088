// The visible screen: the colours of a part of the page.

// The number of pixels of each colour, inside `box`, or inside the element of a locator.
export async function colorsOf(page, where) {
  const box = typeof where.boundingBox === 'function' ? await where.boundingBox() : where;
  const picture = await page.screenshot({ clip: box, animations: 'disabled' });
  return page.evaluate(async (data) => {
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
    context.drawImage(image, 0, 0);
    const pixels = context.getImageData(0, 0, image.width, image.height).data;
    const colors = {};
    for (let i = 0; i < pixels.length; i += 4) {
      const name = pixels.slice(i, i + 3).join();
      colors[name] = (colors[name] ?? 0) + 1;
    }
    return colors;
  }, picture.toString('base64'));
}

// The same pixels in number and colour.
export const sameColors = (a, b) => JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort());
