import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** `<!-- part: masthead -->`: what the pages share stands in a file of its own. */
const PART = /^[ \t]*<!-- part: ([a-z-]+) -->\n/gm

export function pagePartsPlugin(): Plugin {
  return {
    name: 'towline:page-parts',
    transformIndexHtml: {
      order: 'pre',
      handler: (page) =>
        page.replaceAll(PART, (_, name: string) =>
          readFileSync(join(import.meta.dirname, `${name}.html`), 'utf8'),
        ),
    },
  }
}
