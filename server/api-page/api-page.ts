import { API_ROOT } from '../contract/contract.ts'
import { html, type Markup } from '../http/html.ts'
import type { Examples } from './example-answers.ts'
import type { OpenApiDocument } from './openapi-document.ts'
import { operationHtml, operationsOf, withCode } from './operations.ts'
import { type MainQuestion, mainQuestions, snippets } from './questions.ts'

interface ApiPageOptions {
  readonly document: OpenApiDocument
  readonly examples: Examples
  /** Origin of the examples: `https://towline.example`. */
  readonly origin: string
}

export function apiPage({ document, examples, origin }: ApiPageOptions): Markup {
  const tags = document.tags ?? []
  const questions = mainQuestions(examples.subjects)
  return html`<div class="with-contents">
<nav class="contents" aria-label="On this page"><ul>
<li><a href="#questions">The main questions</a></li>
${tags.map(({ name, description = '' }) => html`<li><a href="#${name}">${description}</a></li>\n`)}</ul></nav>
<article class="prose">
<h1>API</h1>
<p class="lede">Everything that this dashboard shows, as JSON and most of it as CSV, from any origin.</p>
<p>${withCode(document.info.description ?? '')} Answers have an <code>ETag</code>: ask again with <code>If-None-Match</code>.
An answer with status 202 is being computed: ask again after <code>Retry-After</code> seconds. The same as
<a href="${API_ROOT}/openapi.json">OpenAPI 3.1</a>.</p>
${overviewTable(document)}
<h2 id="questions">The main questions</h2>
${questions.map((question) => questionHtml(question, origin))}
${tags.map(
  ({ name, description = '' }) => html`<h2 id="${name}">${description}</h2>
${operationsOf(document, name).map((operation) => operationHtml(operation, examples.answers))}`,
)}
</article>
</div>`
}

function overviewTable(document: OpenApiDocument): Markup {
  const groups = (document.tags ?? []).map(({ name, description = '' }) => {
    const rows = operationsOf(document, name).map(
      ({ path, method, operation: { operationId = '', summary = '' } }) =>
        html`<tr><th scope="row"><a href="#${operationId}"><code>${method === 'get' ? '' : `${method.toUpperCase()} `}${breakable(path.replace(API_ROOT, ''))}</code></a></th><td>${withCode(summary)}</td></tr>\n`,
    )
    return html`<tbody><tr><th colspan="2" scope="rowgroup">${description}</th></tr>\n${rows}</tbody>\n`
  })
  return html`<div class="table-scroll" tabindex="0" role="region" aria-label="Endpoints">
<table class="data endpoints"><caption>Endpoints, below <code>${API_ROOT}</code></caption>
<thead><tr><th scope="col">endpoint</th><th scope="col">what it answers</th></tr></thead>
${groups}</table></div>`
}

/** A path that may break before each of its slashes. */
function breakable(path: string): Markup {
  return html`${path.split(/(?=\/)/).map((part) => html`<wbr>${part}`)}`
}

function questionHtml({ id, question, address, words, columns }: MainQuestion, origin: string): Markup {
  if (address === null)
    return html`<section class="question"><h3 id="${id}">${question}</h3><p class="note">This data has nothing of the kind yet.</p></section>\n`
  const code = snippets(origin + address, columns)
  return html`<section class="question"><h3 id="${id}">${question}</h3>
<p>${withCode(words)}</p>
<pre tabindex="0" data-language="curl"><code>${code.curl}</code></pre>
${(['Python', 'R'] as const).map(
  (language) =>
    html`<details class="more"><summary>${language}</summary><pre tabindex="0" data-language="${language}"><code>${code[language]}</code></pre></details>\n`,
)}</section>
`
}
