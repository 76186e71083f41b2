/** A value of an attribute; null and false leave it out, true writes it empty. Functions under `on…` are listeners. */
type Attribute = string | number | boolean | null | undefined | Listener

export type Listener = (event: never) => void

export type Attributes = Readonly<Record<string, Attribute>>

/** An element before it is drawn: the same tree becomes DOM in a browser and text in a test or a file. */
export interface VNode {
  readonly tag: string
  readonly attributes: Attributes
  readonly children: readonly (VNode | string)[]
}

export type Child = VNode | string | null | readonly Child[]

/**
 * Builds an element, whose classes may follow its tag: `p.note.wide`. Attributes may be left out. Null children are left out,
 * lists are flattened.
 */
export function h(tag: string, attributes: Attributes, ...children: readonly Child[]): VNode
export function h(tag: string, ...children: readonly Child[]): VNode
export function h(selector: string, first: Attributes | Child = null, ...rest: readonly Child[]): VNode {
  const [tag = '', ...classes] = selector.split('.')
  const own = classes.length === 0 ? {} : { class: classes.join(' ') }
  return isAttributes(first)
    ? { tag, attributes: { ...own, ...first }, children: flat(rest) }
    : { tag, attributes: own, children: flat([first, ...rest]) }
}

/** Elements alone have a tag of their own among what may stand behind the tag. */
function isAttributes(first: Attributes | Child): first is Attributes {
  return typeof first === 'object' && first !== null && !Array.isArray(first) && !('tag' in first)
}

function flat(children: readonly Child[]): (VNode | string)[] {
  return children.flatMap((child) => {
    if (child === null) return []
    return isList(child) ? flat(child) : [child]
  })
}

function isList(child: Exclude<Child, null>): child is readonly Child[] {
  return Array.isArray(child)
}

/** Writes what stands in the document: numbers to a hundredth, which is finer than any screen. */
export function attributeText(value: Attribute): string | null {
  if (value === null || value === undefined || value === false || typeof value === 'function') return null
  if (value === true) return ''
  return typeof value === 'number' ? String(Math.round(value * 100) / 100) : value
}
