// The address after the #: a page, and what it is given: #/play/ID, #/analyse?deal=…

function read(): { page: string; id: string; query: URLSearchParams } {
  const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?');
  const [page = '', id = ''] = path.split('/');
  return { page, id, query: new URLSearchParams(query) };
}

export const route = $state({ now: read() });
window.addEventListener('hashchange', () => (route.now = read()));

/** Goes to another address; with `replace` it takes the place of this one in the history. */
export function go(hash: string, replace = false) {
  if (replace) history.replaceState(null, '', hash);
  else location.hash = hash;
  route.now = read();
}
