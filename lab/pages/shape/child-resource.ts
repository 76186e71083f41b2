import type { FetchPriority, ResourceKind } from './resource-kind.ts'
/** A resource that a body names: its place in the page, and its URL without a scheme. */
export interface ChildResource {
  readonly index: number
  readonly kind: ResourceKind
  readonly url: string
  readonly fetchPriority?: FetchPriority
}
