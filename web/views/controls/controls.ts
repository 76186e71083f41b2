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

export function controls(label: string, ...children: readonly (VNode | null)[]): VNode {
  return h('div', { class: 'controls', role: 'group', 'aria-label': label }, ...children)
}
