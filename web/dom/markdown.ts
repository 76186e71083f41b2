import { type Child, h, type VNode } from './h.ts'

/** Where a link leads: an address, or null for one that leads nowhere here. */
export type LinkResolver = (href: string) => string | null

/**
 * The Markdown that our own documents are written in: headings, paragraphs, lists, tables, fenced code; emphasis, code
 * spans and links inside them. HTML in it is text. Headings get anchors made of their words.
 */
export function markdown(source: string, link: LinkResolver): readonly VNode[] {
  const lines = source.replaceAll(/<!--[\s\S]*?-->/g, '').split(/\r?\n/)
  const blocks: VNode[] = []
  for (let at = 0; at < lines.length; ) {
    const rest = lines.slice(at)
    const { node, used } = nextBlock(rest, link)
    if (node !== null) blocks.push(node)
    at += used
  }
  return blocks
}

/** Anchor of a heading: its words in lower case with hyphens between them. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replaceAll(/\s+/g, '-')
}

interface Block {
  readonly node: VNode | null
  /** Lines taken, 1 or more. */
  readonly used: number
}

const ITEM = /^(\s*)([-*]|\d+\.)\s+(.*)$/
const STARTS = /^(#{1,6}\s|```|\s*\||\s*([-*]|\d+\.)\s)/

function nextBlock(lines: readonly string[], link: LinkResolver): Block {
  const [first = ''] = lines
  if (first.trim() === '') return { node: null, used: 1 }
  const heading = /^(#{1,6})\s+(.*)$/.exec(first)
  if (heading !== null) {
    const [, marks = '', text = ''] = heading
    return { node: h(`h${marks.length}`, { id: anchorOf(text) }, inline(text, link)), used: 1 }
  }
  if (first.startsWith('```')) return fence(lines)
  if (first.trimStart().startsWith('|')) return table(lines, link)
  if (ITEM.test(first)) return list(lines, link)
  const end = lines.findIndex((line, i) => i > 0 && (line.trim() === '' || STARTS.test(line)))
  const used = end === -1 ? lines.length : end
  return { node: h('p', {}, inline(lines.slice(0, used).map(trimmed).join(' '), link)), used }
}

function fence(lines: readonly string[]): Block {
  const end = lines.findIndex((line, i) => i > 0 && line.startsWith('```'))
  const last = end === -1 ? lines.length : end
  const text = lines.slice(1, last).join('\n')
  return { node: h('pre', { tabindex: 0 }, h('code', {}, text)), used: end === -1 ? lines.length : end + 1 }
}

/** Items of one list; lines that are indented go on with their item, deeper items make a list inside it. */
function list(lines: readonly string[], link: LinkResolver): Block {
  const [, indent = '', mark = '-'] = ITEM.exec(lines[0] ?? '') ?? []
  const items: { text: string; inner: string[] }[] = []
  let used = 0
  for (const line of lines) {
    const item = ITEM.exec(line)
    const last = items.at(-1)
    if (item !== null && (item[1] ?? '').length <= indent.length) {
      if ((item[1] ?? '').length < indent.length) break
      items.push({ text: item[3] ?? '', inner: [] })
    } else if (last === undefined || line.trim() === '' || !/^\s/.test(line)) {
      break
    } else if (item !== null || last.inner.length > 0) {
      last.inner.push(line)
    } else {
      last.text += ` ${line.trim()}`
    }
    used++
  }
  const nodes = items.map(({ text, inner }) =>
    h('li', {}, inline(text, link), inner.length === 0 ? null : markdown(outdented(inner), link)),
  )
  return { node: h(/\d/.test(mark) ? 'ol' : 'ul', {}, nodes), used }
}

function outdented(lines: readonly string[]): string {
  const depth = Math.min(...lines.map((line) => line.length - line.trimStart().length))
  return lines.map((line) => line.slice(depth)).join('\n')
}

function table(lines: readonly string[], link: LinkResolver): Block {
  const end = lines.findIndex((line) => !line.trimStart().startsWith('|'))
  const used = end === -1 ? lines.length : end
  const rows = lines.slice(0, used).map(cellsOf)
  const [head = [], second = []] = rows
  const ruled = second.every((cell) => /^:?-+:?$/.test(cell))
  const body = rows.slice(ruled ? 2 : 1)
  const node = h(
    'div',
    {
      class: 'table-scroll',
      tabindex: 0,
      role: 'group',
      'aria-label': `Table: ${head.filter(Boolean).join(', ')}`,
    },
    h(
      'table',
      {},
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          head.map((cell) => (cell === '' ? h('td') : h('th', { scope: 'col' }, inline(cell, link)))),
        ),
      ),
      h(
        'tbody',
        {},
        body.map((row) =>
          h(
            'tr',
            {},
            row.map((cell) => h('td', {}, inline(cell, link))),
          ),
        ),
      ),
    ),
  )
  return { node, used }
}

/** Cells of a row; a bar after a backslash, or inside a code span, is text. */
function cellsOf(line: string): readonly string[] {
  const inner = line.trim().replace(/^\|/, '').replace(/\|$/, '')
  const cells = ['']
  let inCode = false
  for (const [token] of inner.matchAll(/\\\||`|\||[^\\`|]+|\\/g)) {
    if (token === '`') inCode = !inCode
    if (token === '|' && !inCode) cells.push('')
    else cells.push((cells.pop() ?? '') + (token === '\\|' ? '|' : token))
  }
  return cells.map(trimmed)
}

const INLINE = /(`+)(.+?)\1|\[([^\]]+)\]\(([^)\s]+)\)|\*\*(.+?)\*\*|\*([^*\s][^*]*?)\*/g

function inline(text: string, link: LinkResolver): readonly Child[] {
  const parts: Child[] = []
  let at = 0
  for (const match of text.matchAll(INLINE)) {
    const [whole, ticks, code = '', words = '', href = '', strong, emphasis] = match
    if (match.index > at) parts.push(text.slice(at, match.index))
    at = match.index + whole.length
    if (ticks !== undefined) parts.push(h('code', {}, code.trim()))
    else if (strong !== undefined) parts.push(h('strong', {}, inline(strong, link)))
    else if (emphasis !== undefined) parts.push(h('em', {}, inline(emphasis, link)))
    else parts.push(anchor(inline(words, link), link(href)))
  }
  if (at < text.length) parts.push(text.slice(at))
  return parts
}

function anchor(words: readonly Child[], href: string | null): Child {
  if (href === null || !/^(https?:|\/|#)/.test(href)) return words
  return h('a', { href, rel: href.startsWith('http') ? 'noopener' : null }, words)
}

function trimmed(text: string): string {
  return text.trim()
}
