import type { HardAnswer, HardFeature } from '../shape/hard-answer.ts'
import { type Coding, sourceText } from '../shape/hard-body.ts'

export interface Fetched {
  /** Label of the host. Default: the page's. */
  readonly on?: string
  readonly thinkMs?: number
  readonly spreadFraction?: number
  readonly bytes?: number
}

const JSON_TYPE = 'application/json'
const json = (label: string, bytes: number): string =>
  JSON.stringify({ id: '{id}', time: '{now}', sent: '{sent}', text: sourceText(label, bytes) })

/** Several queries to one URL, told apart by their bodies alone; the answers depend on them. */
export const queries = ({
  operations,
  inSeries = false,
  coding,
  ...spec
}: Fetched & {
  readonly operations: readonly string[]
  readonly inSeries?: boolean
  readonly coding?: Coding
}): HardFeature =>
  one(spec, 'graphql', { contentType: JSON_TYPE, ...(coding && { coding }) }, (url, host) => {
    const calls = operations.map(
      (name) => `() => fetch('${url}', { method: 'POST', body: '${query(name)}' }).then((r) => r.text())`,
    )
    return {
      script: inSeries
        ? `(async () => { for (const call of [${calls.join()}]) await call().catch(() => {}) })()`
        : `for (const call of [${calls.join()}]) call().catch(() => {})`,
      asks: operations.map(() => `POST https://${host}`),
    }
  })

const query = (name: string): string =>
  JSON.stringify({ operationName: name, variables: { first: 10 }, query: `query ${name} { items { id } }` })

/** A `PUT` with a field of its own: browsers ask first whether it may be sent. */
export const preflighted = (spec: Fetched & { readonly on: string }): HardFeature =>
  one(spec, 'item', { contentType: JSON_TYPE }, (url, host) => ({
    script: `fetch('${url}', { method: 'PUT', body: '{}', headers: { 'x-client': 'page', 'content-type': '${JSON_TYPE}' } }).then((r) => r.text()).catch(() => {})`,
    asks: [`OPTIONS https://${host}`, `PUT https://${host}`],
  }))

/** The same URL twice: the second time the answer is 304. */
export const revalidated = (spec: Fetched): HardFeature =>
  one(
    spec,
    'news.json',
    { contentType: JSON_TYPE, isTagged: true, headers: { 'cache-control': 'no-cache' } },
    (url, host) => ({
      script: `fetch('${url}').then((r) => r.text()).then(() => fetch('${url}')).then((r) => r.text()).catch(() => {})`,
      asks: [`GET https://${host}`, `GET https://${host}`],
    }),
  )

export const beacon = (spec: Fetched): HardFeature =>
  one({ bytes: 0, ...spec }, 'collect', { status: 204 }, (url, host) => ({
    script: `navigator.sendBeacon('${url}?v=1&z=' + Math.floor(Math.random() * 1e9) + '&t=' + Date.now(), 'page=1')`,
    asks: [`POST https://${host}`],
  }))

export const head = (spec: Fetched): HardFeature =>
  one(spec, 'head', { contentType: JSON_TYPE }, (url, host) => ({
    script: `fetch('${url}', { method: 'HEAD' }).catch(() => {})`,
    asks: [`HEAD https://${host}`],
  }))

export const streamed = ({
  pieces,
  pauseMs,
  ...spec
}: Fetched & { readonly pieces: number; readonly pauseMs: number }): HardFeature =>
  one(spec, 'stream', { contentType: 'text/plain', pieces, pauseMs }, (url, host) => ({
    script: `fetch('${url}?s={id}').then((r) => r.text()).catch(() => {})`,
    asks: [`GET https://${host}`],
  }))

/** The answer depends on the cookie that came with the page. */
export const account = (spec: Fetched): HardFeature =>
  one(
    spec,
    'me',
    { contentType: JSON_TYPE, body: '{"me":"{cookie}","at":"{now}"}', headers: { vary: 'cookie' } },
    (url, host) => ({
      script: `fetch('${url}', { credentials: 'include' }).then((r) => r.text()).catch(() => {})`,
      asks: [`GET https://${host}`],
    }),
  )

/** A fetch by a random number, the time and a number that only a script knows, in path and query. */
export const busted = (spec: Fetched & { readonly count: number }): HardFeature =>
  one(spec, 'event/{id}', { contentType: JSON_TYPE }, (url, host) => ({
    script: `for (let n = 0; n < ${spec.count}; n += 1) {
  const id = Array.from({ length: 16 }, () => Math.floor(Math.random() * 16).toString(16)).join('')
  fetch('${url.replace('{id}', "' + id + '")}?slot=' + n + '&cb=' + Math.random() + '&t=' + Date.now()).then((r) => r.text()).catch(() => {})
}`,
    asks: Array.from({ length: spec.count }, () => `GET https://${host}`),
  }))

/** One path that a script in the page asks for. */
function one(
  { on, thinkMs, spreadFraction, bytes = 800 }: Fetched,
  name: string,
  answer: Partial<HardAnswer>,
  make: (url: string, hostAndPath: string) => { readonly script: string; readonly asks: readonly string[] },
): HardFeature {
  return ({ prefix, hostOf }) => {
    const [host, path] = [hostOf(on), `${prefix}/${name}`]
    const { script, asks } = make(`https://${host}${path}`, `${host}${path}`)
    const timed = { ...(thinkMs && { thinkMs }), ...(spreadFraction && { spreadFraction }) }
    const body = answer.status === 204 ? '' : json(`${host}${path}`, bytes)
    return {
      markup: `<script>${script}</script>`,
      answers: [{ host, path, body, ...timed, ...answer }],
      asks,
    }
  }
}
