import type { EndpointName } from '../contract/contract.ts'
import { html, type Markup } from '../http/html.ts'
import type { Example } from './example-answers.ts'
import type { OpenApiDocument } from './openapi-document.ts'

type Operation = NonNullable<NonNullable<OpenApiDocument['paths']>[string]['get']>
type Parameter = Exclude<NonNullable<Operation['parameters']>[number], { $ref: string }>

const METHODS = ['get', 'post', 'delete'] as const

type AnySchema = NonNullable<NonNullable<OpenApiDocument['components']>['schemas']>[string]

interface Schema {
  readonly $ref?: string | undefined
  readonly description?: string | undefined
  readonly enum?: readonly unknown[] | undefined
  readonly minimum?: number | undefined
  readonly maximum?: number | undefined
  readonly default?: unknown
}

interface ListedOperation {
  readonly method: (typeof METHODS)[number]
  readonly path: string
  readonly operation: Operation
  /** Schemas of the document, by name. */
  readonly schemas: Readonly<Record<string, AnySchema>>
}

export function operationsOf(
  { paths = {}, components }: OpenApiDocument,
  tag: string,
): readonly ListedOperation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item?.[method]
      return operation?.tags?.includes(tag)
        ? [{ method, path, operation, schemas: components?.schemas ?? {} }]
        : []
    }),
  )
}

export function operationHtml(listed: ListedOperation, answers: ReadonlyMap<EndpointName, Example>): Markup {
  const { method, path, operation } = listed
  const { operationId = '', summary = '', responses } = operation
  const parameters = (operation.parameters ?? []).flatMap((one) => ('$ref' in one ? [] : [one]))
  const ok = responses?.['200']
  const hasCsv = ok !== undefined && 'content' in ok && ok.content?.['text/csv'] !== undefined
  const example = answers.get(operationId as EndpointName)
  return html`<article class="endpoint" id="${operationId}">
<h3><span class="method">${method.toUpperCase()}</span><code>${path}</code></h3>
<p>${withCode(summary)}. ${hasCsv ? 'JSON or CSV.' : ''}</p>
${parameters.length === 0 ? null : parameterTable(listed, parameters)}
${method !== 'get' ? null : example === undefined ? NO_EXAMPLE : exampleHtml(example)}
</article>
`
}

const NO_EXAMPLE = html`<p class="note">No example: the answer is a file, or this data has nothing of the kind.</p>`

function exampleHtml({ address, json }: Example): Markup {
  return html`<details class="more"><summary>Example answer</summary>
<p class="note"><a href="${address}">${address}</a>, lists cut to their first entry:</p>
<pre tabindex="0"><code>${json}</code></pre></details>`
}

function parameterTable(listed: ListedOperation, parameters: readonly Parameter[]): Markup {
  const label = `Parameters of ${listed.operation.operationId ?? listed.path}`
  return html`<div class="table-scroll" tabindex="0" role="region" aria-label="${label}">
<table class="data"><thead><tr><th scope="col">parameter</th><th scope="col">in</th><th scope="col">what it is</th></tr></thead>
<tbody>${parameters.map((parameter) => parameterRow(parameter, listed.schemas))}</tbody></table></div>`
}

function parameterRow(parameter: Parameter, schemas: ListedOperation['schemas']): Markup {
  const { name, in: place, required, description, schema } = parameter
  const plain = objectSchema(schema)
  const named = objectSchema(schemas[String(plain.$ref ?? '').replace(/^.*\//, '')])
  const words = [
    description ?? named.description ?? '',
    ...schemaWords({ ...named, ...plain }),
    required === true ? 'required' : '',
  ]
  return html`<tr><th scope="row"><code>${name}</code></th><td>${place}</td><td>${withCode(words.filter((part) => part !== '').join('; '))}</td></tr>`
}

function objectSchema(schema: AnySchema | undefined): Schema {
  return typeof schema === 'object' ? schema : {}
}

/** More values than this are a list of its own: docs/metrics.md of the metrics. */
const MOST_VALUES = 20

function schemaWords({ enum: values, minimum, maximum, default: otherwise }: Schema): readonly string[] {
  const listed = Array.isArray(values) && values.length <= MOST_VALUES ? values : []
  return [
    listed.length === 0 ? '' : `one of ${listed.map((value) => `\`${String(value)}\``).join(', ')}`,
    minimum !== undefined && maximum !== undefined ? `${minimum} to ${maximum.toLocaleString('en')}` : '',
    typeof otherwise === 'string' || typeof otherwise === 'number' ? `default \`${otherwise}\`` : '',
  ]
}

/** Text whose words in backticks are code. */
export function withCode(text: string): Markup {
  return html`${text.split('`').map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : part))}`
}
