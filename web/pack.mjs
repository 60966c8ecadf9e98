// Puts all files of a folder into one text, which the program carries (include/yomi/web/page.h has the form).
//   node pack.mjs FOLDER FILE
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';

const types = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
};

function filesOf(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesOf(path) : [path];
  });
}

const [folder, target] = process.argv.slice(2);
const head = [];
const bytes = [];
for (const path of filesOf(folder).sort()) {
  const plain = readFileSync(path);
  const gzip = gzipSync(plain, { level: 9 });
  const type = types[extname(path)];
  if (!type) throw new Error(`${path}: no content type is known for it`);
  head.push(['/' + relative(folder, path), type, plain.length, gzip.length].join('\t'));
  bytes.push(plain, gzip);
}
writeFileSync(target, Buffer.concat([Buffer.from(head.join('\n') + '\n\n'), ...bytes]));
