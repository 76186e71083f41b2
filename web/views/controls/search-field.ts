import { h, type VNode } from '../../dom/h.ts'

/** Says how long a pause in typing is before the search goes out. */
const TYPING_MS = 250

interface SearchField {
  /** Unique on the page: the caret comes back to it after a search. */
  readonly id: string
  readonly label: string
  readonly value: string
  readonly hint: string
  /** Called with what was typed, trimmed; null for nothing. */
  readonly search: (text: string | null) => void
  /** Aborted when the visitor goes elsewhere. */
  readonly signal: AbortSignal
}

/** A field that searches by itself once the visitor pauses in typing. */
export function searchField({ id, label, value, hint, search, signal }: SearchField): VNode {
  let timer: ReturnType<typeof setTimeout> | undefined
  const typed = (event: { currentTarget: { value: string } }) => {
    const text = event.currentTarget.value.trim()
    clearTimeout(timer)
    timer = setTimeout(() => search(text === '' ? null : text), TYPING_MS)
  }
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true })
  return h(
    'label',
    { class: 'control', for: id },
    h('span', label),
    h('input', {
      id,
      type: 'search',
      value,
      placeholder: hint,
      maxlength: 100,
      autocomplete: 'off',
      spellcheck: 'false',
      oninput: typed,
    }),
  )
}
