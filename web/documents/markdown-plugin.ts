import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { documentLink } from './document-link.ts'
import { markdown } from './markdown.ts'
import { moduleCode } from './module-code.ts'

/** `?document`: headings as they are; `?section`: one level lower, for a page that has its first heading. */
const IMPORTED = /\.md\?(document|section)$/

/**
 * Reads Markdown when the dashboard is built: an import of a document gives its elements. The browser gets no parser, and
 * no text that it would have to read as markup (the content security policy refuses that).
 */
export function markdownPlugin(): Plugin {
  const importOfH = fileURLToPath(new URL('../dom/h.ts', import.meta.url))
  return {
    name: 'towline:markdown',
    enforce: 'pre',
    transform(source, id) {
      const [, kind] = IMPORTED.exec(id) ?? []
      if (kind === undefined) return null
      const topLevel = kind === 'section' ? 2 : 1
      const nodes = markdown(source, { link: documentLink, topLevel })
      return { code: moduleCode(nodes, importOfH), map: null, moduleType: 'js' }
    },
  }
}
