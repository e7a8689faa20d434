/** A page that reads openapi.json: own script and style as files, so that the content security policy holds. */
export const docPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>Digao 底稿 API</title>
<link rel="stylesheet" href="/doc/page.css">
</head>
<body>
<header><h1>Digao 底稿 API</h1><input id="find" type="search" placeholder="Find a path, a word, a grant" aria-label="Find"><a href="/doc/openapi.json">openapi.json</a></header>
<main id="list" aria-live="polite">Loading…</main>
<script src="/doc/page.js"></script>
</body>
</html>
`

export const docStyle = `:root{color-scheme:light dark;--line:color-mix(in srgb,currentColor 16%,transparent)}
body{margin:0;font:15px/1.5 system-ui,"Noto Sans CJK SC",sans-serif}
header{position:sticky;top:0;display:flex;gap:16px;align-items:center;padding:12px 24px;background:Canvas;border-bottom:1px solid var(--line)}
h1{font-size:18px;margin:0}input{flex:1;max-width:420px;padding:6px 10px;font:inherit}
main{max-width:1040px;margin:0 auto;padding:16px 24px}h2{font-size:15px;margin:24px 0 8px}
details{border:1px solid var(--line);border-radius:6px;margin:6px 0}summary{padding:8px 12px;cursor:pointer;display:flex;gap:12px;align-items:baseline}
summary code{font-weight:600}summary span{opacity:.75;margin-left:auto}b{font:600 12px ui-monospace,monospace;width:44px}
section{padding:0 16px 12px}pre{overflow:auto;padding:12px;border:1px solid var(--line);border-radius:6px;font-size:13px}
table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:4px 12px 4px 0;border-bottom:1px solid var(--line);vertical-align:top}
`

export const docScript = `'use strict'
const make = (tag, text, ...children) => { const node = document.createElement(tag); if (text) node.textContent = text; node.append(...children); return node }
const typeOf = (schema = {}) => schema.enum ? schema.enum.join(' | ') : schema.anyOf ? schema.anyOf.map(typeOf).join(' | ') : schema.type === 'array' ? typeOf(schema.items) + '[]' : [schema.format ?? schema.type ?? 'any'].flat().join(' | ')
const rows = (schema, place) => Object.entries(schema.properties ?? {}).map(([name, field]) => ({ name, place, required: (schema.required ?? []).includes(name), schema: field }))
function inputOf(operation) {
  const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema ?? {}
  const all = [...operation.parameters.map((one) => ({ ...one, place: one.in })), ...rows(body, 'body')]
  if (all.length === 0) return make('p', 'No input.')
  const table = make('table', '', make('tr', '', ...['field', 'in', 'type', ''].map((name) => make('th', name))))
  for (const one of all) table.append(make('tr', '', make('td', one.name), make('td', one.place), make('td', typeOf(one.schema)), make('td', one.required ? 'required' : '')))
  return table
}
function entry(path, method, operation) {
  const line = make('summary', '', make('b', method.toUpperCase()), make('code', path), make('span', operation['x-grant']))
  const box = make('details', '', line)
  box.addEventListener('toggle', () => {
    if (box.childElementCount > 1) return
    const [type, answer] = Object.entries(operation.responses['200'].content)[0]
    box.append(make('section', '', make('p', operation.summary + '. ' + operation.description), make('h3', 'Input'), inputOf(operation), make('h3', 'Answer: ' + type), make('pre', JSON.stringify(answer.schema, null, 2))))
  })
  box.dataset.words = [path, method, operation.summary, operation['x-grant']].join(' ').toLowerCase()
  return box
}
fetch('/doc/openapi.json').then((reply) => reply.json()).then(({ paths }) => {
  const list = document.getElementById('list')
  list.replaceChildren()
  const groups = new Map()
  for (const [path, operations] of Object.entries(paths)) for (const [method, operation] of Object.entries(operations)) {
    const [tag] = operation.tags
    groups.set(tag, [...(groups.get(tag) ?? []), entry(path, method, operation)])
  }
  for (const [tag, entries] of [...groups].sort()) list.append(make('div', '', make('h2', tag), ...entries))
  document.getElementById('find').addEventListener('input', ({ target }) => {
    const wanted = target.value.trim().toLowerCase()
    for (const box of list.querySelectorAll('details')) box.hidden = !box.dataset.words.includes(wanted)
    for (const group of list.children) group.hidden = !group.querySelector('details:not([hidden])')
  })
}).catch(() => { document.getElementById('list').textContent = 'The document could not be loaded; reload the page.' })
`
