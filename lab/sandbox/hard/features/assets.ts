import { filler } from '../../../files/filler.ts'
import { font } from '../../../files/font.ts'
import { picture } from '../../../files/picture.ts'
import type { HardAnswer, HardFeature } from '../shape/hard-answer.ts'
import { type Coding, sourceText } from '../shape/hard-body.ts'

interface Assets {
  /** Labels of the hosts, which take turns. Default: the page's. */
  readonly on?: readonly string[]
  readonly count: number
  readonly bytes: number
  readonly thinkMs?: number
  readonly spreadFraction?: number
  readonly coding?: Coding
  /** Behind each URL, such as `?v={id}&t={now}`. */
  readonly query?: string
  /** Attributes of each tag, such as `defer`. */
  readonly attributes?: string
}

const LASTING = { 'cache-control': 'public, max-age=31536000' }

export const scripts = (spec: Assets): HardFeature =>
  assets(spec, 'js', ({ bytes, coding }, label, url) => ({
    tag: `<script src="${url}" ${spec.attributes ?? ''}></script>`,
    answer: {
      contentType: 'text/javascript; charset=utf-8',
      body: () => `/*${sourceText(label, bytes)}*/`,
      ...(coding && { coding }),
    },
  }))

export const stylesheets = (spec: Assets): HardFeature =>
  assets(spec, 'css', ({ bytes, coding }, label, url) => ({
    tag: `<link rel="stylesheet" href="${url}">`,
    answer: {
      contentType: 'text/css; charset=utf-8',
      body: () => `/*${sourceText(label, bytes)}*/`,
      ...(coding && { coding }),
    },
  }))

export const pictures = (spec: Assets): HardFeature =>
  assets(spec, 'png', ({ bytes }, label, url) => ({
    tag: `<img src="${url}" alt="" ${spec.attributes ?? ''}>`,
    answer: { contentType: 'image/png', body: pictureOf(label, bytes) },
  }))

/** The browser takes the second of three, at the width of its window. */
export const sourceSets = (spec: Assets): HardFeature =>
  assets(spec, 'w800.png', ({ bytes }, label, url) => ({
    tag: `<img srcset="${url.replace('w800', 'w100')} 100w, ${url} 800w, ${url.replace('w800', 'w2000')} 2000w" sizes="800px" alt="">`,
    answer: { contentType: 'image/png', body: pictureOf(label, bytes) },
  }))

/** Fonts that a page uses at once; browsers ask for them with CORS. */
export const fonts = (spec: Assets): HardFeature =>
  assets(spec, 'ttf', ({ bytes }, label, url) => {
    const family = `f${label.replaceAll(/\W/g, '-')}`
    return {
      tag: `<style>@font-face{font-family:${family};src:url("${url}")}</style><p style="font-family:${family}">aaa`,
      answer: { contentType: 'font/ttf', body: () => font(bytes, (size) => filler(label, size)) },
    }
  })

/** Made when it is first asked for: a sandbox has hundreds, and most are opened for other sites. */
export const pictureOf = (label: string, bytes: number) => (): Buffer =>
  picture(bytes, (size) => filler(label, size))

type Made = { readonly tag: string; readonly answer: Pick<HardAnswer, 'body' | 'coding' | 'contentType'> }

/** Makes so many files of one kind, each a tag in the page. */
function assets(
  spec: Assets,
  end: string,
  make: (spec: Assets, label: string, url: string) => Made,
): HardFeature {
  return ({ prefix, hostOf }) => {
    const { on = [], thinkMs, spreadFraction } = spec
    const all = Array.from({ length: spec.count }, (_, index) => {
      const host = hostOf(on[index % Math.max(1, on.length)])
      const path = `${prefix}/${index}.${end}`
      const { tag, answer } = make(spec, `${host}${path}`, `https://${host}${path}${spec.query ?? ''}`)
      const timed = { ...(thinkMs && { thinkMs }), ...(spreadFraction && { spreadFraction }) }
      return { tag, answer: { host, path, headers: LASTING, ...answer, ...timed } }
    })
    return {
      markup: all.map(({ tag }) => tag).join('\n'),
      answers: all.map(({ answer }) => answer),
      asks: all.map(({ answer: { host, path } }) => `GET https://${host}${path}`),
    }
  }
}
