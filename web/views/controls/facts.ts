import { type Child, h, type VNode } from '../../dom/h.ts'

/** Name and value; null says that it is not known, which is shown as such. */
export type Fact = readonly [name: string, value: Child]

export function facts(list: readonly Fact[]): VNode {
  return h(
    'dl.facts',
    list.map(([name, value]) => h('div', h('dt', name), h('dd', value ?? h('span.quiet', 'not known')))),
  )
}

/** `2026-11-21 10:04 UTC`. */
export function minute(iso: string): string {
  return `${iso.slice(0, 16).replace('T', ' ')} UTC`
}

/** `2026-11-21`. */
export function day(iso: string): string {
  return iso.slice(0, 10)
}

export function known(value: boolean | null): VNode {
  return value === null ? h('span.quiet', 'not known') : h('span', value ? 'yes' : 'no')
}

/** The same as a sign, for tables with many of them: screen readers hear the word. */
export function knownSign(value: boolean | null): VNode {
  const [className, sign, word] =
    value === null
      ? ['fact-unknown', '?', 'not known']
      : value
        ? ['fact-yes', '●', 'yes']
        : ['fact-no', 'no', 'no']
  return h(
    'span',
    { class: className },
    h('span', { 'aria-hidden': 'true' }, sign),
    h('span.visually-hidden', word),
  )
}
