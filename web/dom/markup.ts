import { attributeText, type VNode } from './h.ts'

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

/** The tree as well-formed XML, one element a line, so that two drawings can be compared line by line. */
export function markup(node: VNode, indent = ''): string {
  const attributes = Object.entries(node.attributes).flatMap(([name, value]) => {
    const text = attributeText(value)
    return text === null ? [] : [` ${name}="${escaped(text)}"`]
  })
  const open = `${indent}<${node.tag}${attributes.join('')}`
  if (node.children.length === 0) return `${open}/>`
  if (node.children.some((child) => typeof child === 'string')) {
    return `${open}>${node.children.map(inline).join('')}</${node.tag}>`
  }
  const inner = node.children.map((child) => (typeof child === 'string' ? '' : markup(child, `${indent}  `)))
  return `${open}>\n${inner.join('\n')}\n${indent}</${node.tag}>`
}

/** Text keeps its white space: nothing is put between it and its neighbours. */
function inline(child: VNode | string): string {
  return typeof child === 'string' ? escaped(child) : markup(child).replaceAll(/\n\s*/g, '')
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ESCAPES[character] ?? character)
}
