// Draws each plot on a canvas, counts what is not background, and leaves the findings in the document.
const errors = [];
addEventListener('error', event => errors.push(String(event.message)));
addEventListener('load', async () => {
  const plots = [];
  for (const svg of document.querySelectorAll('svg')) {
    const box = svg.getBoundingClientRect(), copy = svg.cloneNode(true);
    copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
    const image = new Image();
    image.src = 'data:image/svg+xml;charset=utf-8,' + encodeURIComponent(new XMLSerializer().serializeToString(copy));
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: 480, height: 480 });
    const context = canvas.getContext('2d');
    context.fillStyle = 'white';
    context.fillRect(0, 0, 480, 480);
    context.drawImage(image, 0, 0, 480, 480);
    const bytes = context.getImageData(0, 0, 480, 480).data;
    let ink = 0, colourful = 0;
    for (let i = 0; i < bytes.length; i += 4) {
      const [r, g, b] = [bytes[i], bytes[i + 1], bytes[i + 2]];
      if (Math.min(r, g, b) < 200) ink++;
      if (Math.max(r, g, b) - Math.min(r, g, b) > 60) colourful++;
    }
    plots.push({ article: svg.closest('article').id, width: box.width, height: box.height, ink, colourful });
  }
  const tables = [...document.querySelectorAll('table')].map(table => table.querySelectorAll('tbody tr').length);
  const wide = document.documentElement.scrollWidth > document.documentElement.clientWidth;
  const background = getComputedStyle(document.body).backgroundColor;
  const missing = [...document.querySelectorAll('a[href^="#"]')]
    .map(link => link.getAttribute('href').slice(1)).filter(id => !document.getElementById(id));
  const found = document.createElement('pre');
  found.id = 'found';
  found.textContent = JSON.stringify({ errors, plots, tables, wide, background, missing });
  document.body.append(found);
});
