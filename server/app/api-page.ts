import { API_ROOT } from '../contract/contract.ts'
import { escapeHtml } from '../http/escape-html.ts'
import type { OpenApiDocument } from './openapi.ts'

/** A page to read the API by, made from its OpenAPI file. No script, no inline style. */
export function apiPage(document: OpenApiDocument): string {
  const sections = (document.tags ?? []).map(
    ({ name, description = '' }) =>
      `<section><h2 id="${escapeHtml(name)}">${escapeHtml(description)}</h2>${operationsHtml(document, name)}</section>`,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The API of towline</title>
<link rel="stylesheet" href="/api/page.css">
</head>
<body>
<header><a href="/">towline</a></header>
<main>
<h1>The API of towline</h1>
<p>${code(escapeHtml(document.info.description ?? ''))}</p>
<p>Everything is read with GET, as JSON, from any origin. Answers have an <code>ETag</code>: ask again with
<code>If-None-Match</code>. What can be had as CSV says so. Only volunteers’ contributions are written, by the browsers’
extension. The same as
<a href="${API_ROOT}/openapi.json">OpenAPI 3.1</a>.</p>
${sections.join('\n')}
</main>
</body>
</html>
`
}

function operationsHtml(document: OpenApiDocument, tag: string): string {
  return Object.entries(document.paths ?? {})
    .flatMap(([path, item]) =>
      METHODS.flatMap((method) => {
        const operation = item?.[method]
        return operation?.tags?.includes(tag) ? operationHtml(method, path, operation) : []
      }),
    )
    .join('\n')
}

type Operation = NonNullable<NonNullable<OpenApiDocument['paths']>[string]['get']>

const METHODS = ['get', 'post', 'delete'] as const

function operationHtml(
  method: (typeof METHODS)[number],
  path: string,
  { operationId = '', summary = '', parameters, responses }: Operation,
): string {
  const rows = (parameters ?? []).flatMap((parameter) =>
    '$ref' in parameter ? [] : parameterHtml(parameter),
  )
  const ok = responses?.['200']
  const hasCsv = ok !== undefined && 'content' in ok && ok.content?.['text/csv'] !== undefined
  const table =
    rows.length === 0
      ? ''
      : `<table><thead><tr><th scope="col">parameter</th><th scope="col">in</th><th scope="col">what</th></tr></thead>
<tbody>${rows.join('')}</tbody></table>`
  const url =
    path.includes('{') || method !== 'get'
      ? `<code>${escapeHtml(path)}</code>`
      : `<a href="${escapeHtml(path)}">${escapeHtml(path)}</a>`
  return `<article id="${escapeHtml(operationId)}"><h3>${method.toUpperCase()} ${url}</h3>
<p>${code(escapeHtml(summary))}${hasCsv ? ' (JSON, CSV)' : ''}</p>${table}</article>`
}

type Parameter = Exclude<NonNullable<Operation['parameters']>[number], { $ref: string }>

function parameterHtml({ name, in: location, required, description, schema }: Parameter): string {
  const words = [required === true ? 'required' : '', description ?? '', schemaWords(schema)].filter(
    (part) => part !== '',
  )
  return `<tr><th scope="row"><code>${escapeHtml(name)}</code></th><td>${escapeHtml(location)}</td><td>${code(escapeHtml(words.join('; ')))}</td></tr>`
}

function schemaWords(schema: Parameter['schema']): string {
  if (schema === undefined || typeof schema !== 'object' || '$ref' in schema) return ''
  const { enum: values, minimum, maximum, default: otherwise } = schema
  const parts = [
    Array.isArray(values) ? `one of ${values.map((value) => `\`${String(value)}\``).join(', ')}` : '',
    minimum !== undefined && maximum !== undefined ? `${minimum} to ${maximum}` : '',
    typeof otherwise === 'string' || typeof otherwise === 'number' ? `default \`${otherwise}\`` : '',
  ]
  return parts.filter((part) => part !== '').join('; ')
}

/** Words in backticks, of text that is escaped already. */
function code(html: string): string {
  return html.replaceAll(/`([^`]+)`/g, '<code>$1</code>')
}

export const API_PAGE_STYLE = `:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 60rem; padding: 1rem; }
code { font: 0.9em ui-monospace, monospace; }
article { border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent); padding: 0.5rem 0; }
h3 { margin: 0.25rem 0; overflow-wrap: anywhere; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { padding: 0.15rem 0.75rem 0.15rem 0; text-align: left; vertical-align: top; }
`
