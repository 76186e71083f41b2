import type { FetchPriority, ResourceKind } from './shape/resource-kind.ts'

export interface Draft {
  readonly kind: ResourceKind
  readonly sizeBytes: number
  /** Default 0, the document; of no meaning for the document itself, which comes first. */
  readonly parent?: number
  readonly thinkMs?: number
  readonly computeMs?: number
  readonly fetchPriority?: FetchPriority
}

export interface PageDraft {
  readonly title: string
  readonly source: string
  /** Its hosts by itself, the page's own first: what share of its resources each has, not adding up to 1. Default: one host. */
  readonly hostShares?: readonly number[]
  /** Its resources in order, the document first. The generator is the page's own. */
  readonly resources: (random: () => number) => readonly Draft[]
}

/** Size of a document's frame, and of each resource that it names, whatever its host is called. */
const FRAME_BYTES = 600
const NAMED_BYTES = 72

/** A document that is as small as its children let it be. */
export function smallDocument(children: number): Draft {
  return { kind: 'document', sizeBytes: FRAME_BYTES + NAMED_BYTES * children }
}

export function several(count: number, draft: Draft): Draft[] {
  return Array.from({ length: count }, () => draft)
}

/** Puts them in random order (Fisher and Yates, in Durstenfeld's form). */
export function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const mixed = [...items]
  for (let last = mixed.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    ;[mixed[last], mixed[other]] = [mixed[other] as T, mixed[last] as T]
  }
  return mixed
}
