import { type MarkedToken, marked, type Token, type Tokens } from 'marked'
import { type Child, h, type VNode } from '../dom/h.ts'

interface MarkdownOptions {
  /** Says where a link leads: an address, or null for one that leads nowhere here, of which the words remain. */
  readonly link: (href: string) => string | null
  /** Level of `# A heading`, 1 to 5. Default 1. */
  readonly topLevel?: number
}

/**
 * The elements of a Markdown document. HTML in it is text, but for comments, which are dropped. Headings get anchors made
 * of their words.
 *
 * @throws Error where the document holds what has no element here (an image, a quotation, a rule)
 */
export function markdown(source: string, options: MarkdownOptions): readonly VNode[] {
  return blocks(marked.lexer(source), options)
}

function blocks(tokens: readonly Token[], options: MarkdownOptions): VNode[] {
  return (tokens as readonly MarkedToken[]).flatMap((token) => block(token, options) ?? [])
}

function block(token: MarkedToken, options: MarkdownOptions): VNode | null {
  switch (token.type) {
    case 'space':
      return null
    case 'heading': {
      const level = token.depth - 1 + (options.topLevel ?? 1)
      return h(`h${level}`, { id: anchorOf(token.text) }, inline(token.tokens, options))
    }
    case 'paragraph':
      return h('p', inline(token.tokens, options))
    case 'code':
      return h('pre', { tabindex: 0 }, h('code', token.text))
    case 'list':
      return h(
        token.ordered ? 'ol' : 'ul',
        {},
        token.items.map((item) => listItem(item, options)),
      )
    case 'table':
      return table(token, options)
    case 'html': {
      const text = withoutComments(token.text).trim()
      return text === '' ? null : h('p', text)
    }
    default:
      throw new Error(`no element for Markdown's ${token.type}: ${token.raw}`)
  }
}

/** Words stand in the item itself, a deeper list below them. */
function listItem({ tokens }: Tokens.ListItem, options: MarkdownOptions): VNode {
  const children = (tokens as readonly MarkedToken[]).map(
    (token): Child =>
      token.type === 'text' || token.type === 'paragraph'
        ? inline(token.tokens ?? [], options)
        : block(token, options),
  )
  return h('li', children)
}

/** A wide table scrolls in a frame of its own, which the keyboard reaches. */
function table({ header, rows }: Tokens.Table, options: MarkdownOptions): VNode {
  const names = header.map(({ text }) => text).filter((text) => text !== '')
  const frame = {
    class: 'table-scroll',
    tabindex: 0,
    role: 'group',
    'aria-label': `Table: ${names.join(', ')}`,
  }
  const heading = ({ text, tokens }: Tokens.TableCell) =>
    text === '' ? h('td') : h('th', { scope: 'col' }, inline(tokens, options))
  const cell = ({ tokens }: Tokens.TableCell) => h('td', inline(tokens, options))
  const body = rows.map((row) => h('tr', row.map(cell)))
  return h('div', frame, h('table', h('thead', h('tr', header.map(heading))), h('tbody', body)))
}

function inline(tokens: readonly Token[], options: MarkdownOptions): readonly Child[] {
  return (tokens as readonly MarkedToken[]).map((token): Child => {
    switch (token.type) {
      case 'text':
      case 'escape':
        return token.text.replaceAll('\n', ' ')
      case 'html':
        return withoutComments(token.text)
      case 'codespan':
        return h('code', token.text)
      case 'strong':
      case 'em':
        return h(token.type, {}, inline(token.tokens, options))
      case 'link':
        return anchor(token, options)
      default:
        throw new Error(`no element for Markdown's ${token.type}: ${token.raw}`)
    }
  })
}

function anchor({ href, tokens }: Tokens.Link, options: MarkdownOptions): Child {
  const words = inline(tokens, options)
  const target = options.link(href)
  if (target === null || !/^(https?:|\/|#)/.test(target)) return words
  return h('a', { href: target, rel: target.startsWith('http') ? 'noopener' : null }, words)
}

/** A heading's words in lower case with hyphens between them. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replaceAll(/\s+/g, '-')
}

function withoutComments(text: string): string {
  return text.replaceAll(/<!--[\s\S]*?-->/g, '')
}
