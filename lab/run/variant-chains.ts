import { type ChainKind, chainKindName, SHORTEST_CHAIN } from '../certificate/chain-kind.ts'
import { type LabVariant, type LabVariants, type PageChoice, variantKey } from './lab-variants.ts'

type ChainCell = PageChoice & ChainKind

/** The chains that cells ask for, by the name of the variant that they load. */
export function variantChains(
  cells: readonly ChainCell[],
  variants: ReadonlyMap<string, LabVariants>,
): Map<string, ChainKind[]> {
  const chains = new Map<string, Map<string, ChainKind>>()
  for (const cell of cells) {
    const kind: ChainKind = { chainBytes: cell.chainBytes, certificateKey: cell.certificateKey }
    for (const { name } of variants.get(variantKey(cell)) ?? []) {
      const known = chains.get(name) ?? new Map<string, ChainKind>()
      chains.set(name, known.set(chainKindName(kind), kind))
    }
  }
  return new Map([...chains].map(([name, kinds]) => [name, [...kinds.values()]]))
}

/** Names the certificate of a variant with that chain: fit for file names. */
export function chainName({ name }: Pick<LabVariant, 'name'>, kind: ChainKind): string {
  const kindName = chainKindName(kind)
  return kindName === chainKindName(SHORTEST_CHAIN) ? name : `${name}-${kindName}`
}
