import type { VNode } from '../../../web/dom/h.ts'

/** All elements of a drawing that have the class, in the order in which they are drawn. */
export function marks(node: VNode, className: string): readonly VNode[] {
  const own = String(node.attributes.class ?? '')
    .split(' ')
    .includes(className)
  const inner = node.children.flatMap((child) => (typeof child === 'string' ? [] : marks(child, className)))
  return own ? [node, ...inner] : inner
}

/** All text of a drawing, piece by piece. */
export function texts(node: VNode): readonly string[] {
  return node.children.flatMap((child) => (typeof child === 'string' ? [child] : texts(child)))
}

export function attribute(node: VNode | undefined, name: string): number {
  return Number(node?.attributes[name])
}

/** The points of a path of absolute M, L, H and V commands. */
export function pathPoints(d: string): readonly (readonly [number, number])[] {
  const points: [number, number][] = []
  let [x, y] = [0, 0]
  for (const [, command, numbers = ''] of d.matchAll(/([MLHVZ])([^MLHVZ]*)/g)) {
    const values = numbers.split(',').filter(Boolean).map(Number)
    if (command === 'M' || command === 'L') [x = x, y = y] = values
    if (command === 'H') [x = x] = values
    if (command === 'V') [y = y] = values
    points.push([x, y])
  }
  return points
}
