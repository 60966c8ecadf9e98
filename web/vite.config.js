import { readdirSync, readFileSync } from 'node:fs';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

/** How many problems each file of the course has: their texts come only when they are asked for. */
function problemCounts() {
  const folder = new URL('../problems/', import.meta.url);
  const names = ['', 'hard/'].flatMap((under) => readdirSync(new URL(under, folder)).map((name) => under + name));
  const files = names.filter((name) => name.endsWith('.pbn'));
  return Object.fromEntries(
    files.map((name) => [name.slice(0, -4), readFileSync(new URL(name, folder), 'utf8').match(/^\[Board /gm)?.length ?? 0]),
  );
}

export default defineConfig({
  plugins: [svelte()],
  define: { __PROBLEMS__: JSON.stringify(problemCounts()) },
  build: { target: 'es2022', modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
});
