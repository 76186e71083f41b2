import type { Choices } from '../../client/address.ts'
import { h, type VNode } from '../../dom/h.ts'

export interface Option {
  readonly value: string
  readonly label: string
}

export interface SelectField {
  /** Unique on the page: the focus comes back to it after a choice. */
  readonly id: string
  readonly label: string
  readonly value: string
  readonly options: readonly Option[]
  readonly choose: (value: string) => void
}

export function select({ id, label, value, options, choose }: SelectField): VNode {
  return h(
    'label',
    { class: 'control', for: id },
    h('span', label),
    h(
      'select',
      { id, onchange: (event: { currentTarget: { value: string } }) => choose(event.currentTarget.value) },
      options.map((option) =>
        h('option', { value: option.value, selected: option.value === value }, option.label),
      ),
    ),
  )
}

/** A choice by its name in the address, which leaves out the first of the options: what the page opens with. */
export function choice(
  go: (choices: Choices) => void,
  name: string,
  label: string,
  value: string,
  labels: Readonly<Record<string, string>>,
): VNode {
  const options = Object.entries(labels).map(([each, words]) => ({ value: each, label: words }))
  const choose = (chosen: string) => go({ [name]: chosen === options[0]?.value ? null : chosen })
  return select({ id: name, label, value, options, choose })
}

export function controls(label: string, ...children: readonly (VNode | null)[]): VNode {
  return h('div', { class: 'controls', role: 'group', 'aria-label': label }, ...children)
}
