import { DEFAULT_PORT, type Origin, originText } from './redirect.ts'

export interface AskedPage extends Origin {
  /** Includes the query. */
  readonly path: string
}

export function homePage(domain: string): AskedPage {
  return { scheme: 'https', host: domain, port: DEFAULT_PORT.https, path: '/' }
}

export function pageUrl(page: AskedPage): string {
  return originText(page) + page.path
}

/** The path as a visit records it: the query of the page that was asked for is the first of its visit (`recordedRow`). */
export function recordedPath({ path }: AskedPage): string {
  return path.replace(/\?.+$/s, '?1')
}
