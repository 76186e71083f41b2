import type { Meta } from '../../server/contract/contract.ts'
import type { Source } from '../citation/source.ts'
import type { Choices } from '../client/address.ts'
import type { Api } from '../client/api.ts'
import type { VNode } from '../dom/h.ts'

export interface ViewContext {
  readonly pathname: string
  readonly query: URLSearchParams
  readonly api: Api
  /** Facts of the data; null where the server could not say. */
  readonly meta: Meta | null
  /** Aborted when the visitor goes elsewhere. */
  readonly signal: AbortSignal
  readonly pending: (load: Promise<unknown>) => void
  /** Permalink of this page with choices changed. */
  readonly link: (choices: Choices) => string
  /** Says what is shown where the address leaves it open, so that a link to this view can name it. */
  readonly pin: (choices: Choices) => void
  /** Says what the numbers shown are from: for citations, and for links to this view. */
  readonly cite: (source: Source) => void
  /** The link to this view, from its origin on, with what is pinned. `anchor`: the id of a part of the page. */
  readonly permalink: (anchor?: string) => string
  /** Goes to it. `replace`: without a step in the history, for what is typed. */
  readonly go: (choices: Choices, replace?: boolean) => void
}

export interface View {
  /** Title of the document; the page's heading is in `body`. */
  readonly title: string
  /** Says what it shows, in citations; pages that show no data have none. */
  readonly subject?: string
  readonly body: VNode
}
