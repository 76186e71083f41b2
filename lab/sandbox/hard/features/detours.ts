import type { HardAnswer, HardFeature } from '../shape/hard-answer.ts'
import { pictureOf } from './assets.ts'

/** A pixel that hosts pass on among themselves, each with an id in its query. */
export const redirects = ({
  through,
  thinkMs = 0,
}: {
  readonly through: readonly string[]
  readonly thinkMs?: number
}): HardFeature => {
  return ({ prefix, hostOf }) => {
    const hosts = through.map(hostOf)
    const url = (index: number): string => `https://${hosts[index]}${prefix}/sync${index}`
    const answers = hosts.map((host, index): HardAnswer => {
      const path = `${prefix}/sync${index}`
      if (index === hosts.length - 1)
        return { host, path, contentType: 'image/png', body: pictureOf(path, 200) }
      const headers = {
        location: `${url(index + 1)}?uid={id}`,
        'set-cookie': 'uid={id}; Path=/; SameSite=None; Secure; Max-Age=3600',
      }
      return { host, path, status: index % 2 === 0 ? 302 : 307, headers, thinkMs }
    })
    return {
      markup: `<img src="${url(0)}?cb={now}" alt="">`,
      answers,
      asks: answers.map(({ host, path }) => `GET https://${host}${path}`),
    }
  }
}

/** A picture that is not there. */
export const missing = ({ on }: { readonly on?: string } = {}): HardFeature => {
  return ({ prefix, hostOf }) => {
    const [host, path] = [hostOf(on), `${prefix}/gone.png`]
    return {
      markup: `<img src="https://${host}${path}" alt="">`,
      answers: [{ host, path, status: 404, contentType: 'text/html', body: '<p>gone', coding: 'gzip' }],
      asks: [`GET https://${host}${path}`],
    }
  }
}

/** A request that fails; `reset` and `truncated` on hosts of HTTP/1.1 alone. */
export const failing = ({
  on,
  fault,
}:
  | { readonly on: string; readonly fault: 'reset' | 'truncated' }
  | { readonly on?: never; readonly fault: 'unknown host' }): HardFeature => {
  return ({ domain, prefix, hostOf }) => {
    const path = `${prefix}/${fault.replace(' ', '-')}.png`
    const host = fault === 'unknown host' ? `nowhere.${domain}` : hostOf(on)
    const body = pictureOf(path, 20_000)
    return {
      markup: `<img src="https://${host}${path}" alt="">`,
      answers: fault === 'unknown host' ? [] : [{ host, path, contentType: 'image/png', body, fault }],
      asks: fault === 'unknown host' ? [] : [`GET https://${host}${path}`],
    }
  }
}
