import type { Verdict } from '../../server/contract/contract.ts'
import type { Shape } from './shape.ts'

interface VerdictStyle {
  readonly words: string
  readonly shape: Shape
  readonly className: string
}

const STYLES: Readonly<Record<Verdict, VerdictStyle>> = {
  faster: { words: 'faster', shape: 'triangle', className: 'verdict-faster' },
  slower: { words: 'slower', shape: 'square', className: 'verdict-slower' },
  'no difference shown': { words: 'no difference shown', shape: 'circle', className: 'verdict-none' },
  'too few rounds': { words: 'too few rounds', shape: 'cross', className: 'verdict-none' },
}

export const VERDICTS = Object.keys(STYLES) as readonly Verdict[]

/** A verdict's words, shape and colour: filled triangle, filled square, open circle, cross. */
export function verdictStyle(verdict: Verdict): VerdictStyle {
  return STYLES[verdict]
}
