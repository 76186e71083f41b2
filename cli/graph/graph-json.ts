import type { Graph } from '../../model/graph/graph.ts'
import { jsonText } from '../output/text.ts'

/** A graph as its file has it: one line for each node and edge of the load event, so that a person can read it. */
export function graphJson({ nodes, load, leftOut, ...head }: Graph): string {
  const fields = [
    ...Object.entries(head).map(([name, value]) => `${jsonText(name)}: ${jsonText(value)}`),
    `"nodes": ${lines(nodes)}`,
    `"load": {"atMs": ${load.atMs}, "guessed": ${load.guessed}, "after": ${lines(load.after)}}`,
    `"leftOut": ${lines(leftOut)}`,
  ]
  return `{\n  ${fields.join(',\n  ')}\n}\n`
}

function lines(values: readonly unknown[]): string {
  return values.length === 0 ? '[]' : `[\n${values.map((value) => `    ${jsonText(value)}`).join(',\n')}\n  ]`
}
