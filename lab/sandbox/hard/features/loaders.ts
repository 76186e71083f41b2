import type { HardAnswer, HardFeature } from '../shape/hard-answer.ts'
import { sourceText } from '../shape/hard-body.ts'
import { pictureOf } from './assets.ts'
import type { Fetched } from './fetches.ts'

const SCRIPT = 'text/javascript; charset=utf-8'

/** Modules that import one another, each known only when the one before has come; the names of the files are hashes. */
export const imports = ({
  on,
  depth,
  bytes = 6_000,
  thinkMs = 0,
}: Fetched & { readonly depth: number }): HardFeature => {
  return ({ prefix, hostOf }) => {
    const host = hostOf(on)
    const paths = Array.from({ length: depth }, (_, index) => `${prefix}/chunk-${hash(index)}.js`)
    const answers = paths.map((path, index): HardAnswer => {
      const next = paths[index + 1]
      const rest = next === undefined ? '' : `\nawait import('https://${host}${next}')`
      const body = () => `/*${sourceText(path, bytes)}*/${rest}`
      return { host, path, contentType: SCRIPT, body, coding: 'br', thinkMs }
    })
    return {
      markup: `<script type="module">await import('https://${host}${paths[0]}')</script>`,
      answers,
      asks: paths.map((path) => `GET https://${host}${path}`),
    }
  }
}

const hash = (index: number): string => (0x9e3779b9 * (index + 1)).toString(16).slice(0, 8)

/** A script draws which of several pictures the visitor sees. */
export const draws = ({
  on,
  among,
  bytes = 12_000,
  thinkMs = 0,
}: Fetched & { readonly among: readonly string[] }): HardFeature => {
  return ({ prefix, hostOf }) => {
    const host = hostOf(on)
    const url = `https://${host}${prefix}/`
    return {
      markup: `<script>{ const all = ${JSON.stringify(among)}
document.write('<img src="${url}' + all[Math.floor(Math.random() * all.length)] + '.png" alt="">') }</script>`,
      answers: among.map((name) => {
        const path = `${prefix}/${name}.png`
        return { host, path, contentType: 'image/png', body: pictureOf(path, bytes), thinkMs }
      }),
      asks: [],
    }
  }
}

/** Calls by script tags, with the callback's random name and the time in the query. */
export const callbacks = ({ on, count, thinkMs = 0 }: Fetched & { readonly count: number }): HardFeature => {
  return ({ prefix, hostOf }) => {
    const host = hostOf(on)
    const path = `${prefix}/bid`
    return {
      markup: `<script>for (let n = 0; n < ${count}; n += 1) {
  const tag = document.createElement('script')
  tag.src = 'https://${host}${path}?slot=' + n + '&callback=cb_' + Math.floor(Math.random() * 1e12) + '&_=' + Date.now()
  document.head.append(tag)
}</script>`,
      answers: [{ host, path, contentType: SCRIPT, body: () => `/*${sourceText(path, 3_000)}*/`, thinkMs }],
      asks: Array.from({ length: count }, () => `GET https://${host}${path}`),
    }
  }
}

/** A frame with pictures of its own. */
export const frame = ({
  on,
  pictures,
  bytes = 8_000,
  thinkMs = 0,
}: Fetched & { readonly pictures: number }): HardFeature => {
  return ({ prefix, hostOf }) => {
    const host = hostOf(on)
    const paths = Array.from({ length: pictures }, (_, index) => `${prefix}/ad-${index}.png`)
    const tags = paths.map((path) => `<img src="${path}?imp={id}" alt="">`)
    const document = `<!doctype html><title>ad</title>${tags.join('')}`
    return {
      markup: `<iframe src="https://${host}${prefix}/frame?correlator={now}" title="ad"></iframe>`,
      answers: [
        { host, path: `${prefix}/frame`, contentType: 'text/html', body: document, coding: 'gzip', thinkMs },
        ...paths.map((path) => ({ host, path, contentType: 'image/png', body: pictureOf(path, bytes) })),
      ],
      asks: [`${prefix}/frame`, ...paths].map((path) => `GET https://${host}${path}`),
    }
  }
}

export const serviceWorker = (): HardFeature => {
  return ({ domain: host, prefix }) => ({
    markup: `<script>navigator.serviceWorker.register('${prefix}/worker.js').catch(() => {})</script>`,
    answers: [
      {
        host,
        path: `${prefix}/worker.js`,
        contentType: SCRIPT,
        body: `addEventListener('install', (event) => event.waitUntil(fetch('${prefix}/offline.html')))`,
      },
      { host, path: `${prefix}/offline.html`, contentType: 'text/html', body: '<p>offline' },
    ],
    asks: [`GET https://${host}${prefix}/worker.js`],
  })
}

export const webSocket = ({ on }: Pick<Fetched, 'on'>): HardFeature => {
  return ({ prefix, hostOf }) => ({
    markup: `<script>new WebSocket('wss://${hostOf(on)}${prefix}/socket').onopen = ({ target }) => target.send('hello')</script>`,
    answers: [],
    asks: [],
  })
}
