import { visible } from './visible.ts'

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text as HTML text or attribute value. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)
}

/** Text that may stand in a page as it is. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type HtmlPart = string | number | Markup | null | readonly HtmlPart[]

/**
 * Markup of a template: text in it is escaped, markup stands as it is, lists are joined, null is nothing. A name that a stranger
 * chose cannot turn the text around it about, nor hold what XML forbids.
 */
export function html(template: TemplateStringsArray, ...parts: readonly HtmlPart[]): Markup {
  return new Markup(template.map((text, i) => text + partText(parts[i] ?? null)).join(''))
}

function partText(part: HtmlPart): string {
  if (part === null) return ''
  if (part instanceof Markup) return part.text
  return typeof part === 'object'
    ? part.map(partText).join('')
    : escapeHtml(String(part).split('\n').map(visible).join('\n'))
}
