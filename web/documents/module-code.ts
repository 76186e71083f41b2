import type { VNode } from '../dom/h.ts'

/**
 * The source of a module whose default export is these elements. A kind of element (its tag and attributes) that occurs more
 * than once is a function of its children, so that a table of some hundred cells takes little more than its text.
 */
export function moduleCode(nodes: readonly VNode[], importOfH: string): string {
  const counts = new Map<string, number>()
  countKinds(nodes, counts)
  const repeated = [...counts].filter(([, count]) => count > 1).map(([kind]) => kind)
  const makers = new Map(repeated.map((kind, index) => [kind, `make${index}`]))
  const call = (node: VNode): string => {
    const inner = node.children.map((child) =>
      typeof child === 'string' ? JSON.stringify(child) : call(child),
    )
    const maker = makers.get(kindOf(node))
    return maker === undefined ? `h(${[kindOf(node), ...inner].join(',')})` : `${maker}(${inner.join(',')})`
  }
  return [
    `import { h } from ${JSON.stringify(importOfH)}`,
    'const element = (tag, attributes) => (...children) => h(tag, attributes, ...children)',
    ...Array.from(makers, ([kind, maker]) => `const ${maker} = element(${kind})`),
    `export default [${nodes.map(call).join(',\n')}]`,
  ].join('\n')
}

function countKinds(nodes: readonly (VNode | string)[], counts: Map<string, number>): void {
  for (const node of nodes) {
    if (typeof node === 'string') continue
    counts.set(kindOf(node), (counts.get(kindOf(node)) ?? 0) + 1)
    countKinds(node.children, counts)
  }
}

function kindOf({ tag, attributes }: VNode): string {
  return `${JSON.stringify(tag)},${JSON.stringify(attributes)}`
}
