import { type Field, type Fields as FieldsOf, longest } from '@eupnea/contract/field-kinds.ts'
import { m } from '@eupnea/texts'
import { Checkbox, NativeSelect, PasswordInput, Textarea, TextInput } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import styles from './form.module.css'
import { FormPart } from './form-part.tsx'
import { LineList } from './line-list.tsx'
import type { Line } from './lines.ts'
import type { Typed } from './record.ts'
import { timeInput } from './time-input.ts'
import type { Faults } from './use-form-values.ts'
import { ZoneField } from './zone-field.tsx'

/** A value, and what people read for it where that is another text. */
type Choice = string | { readonly value: string; readonly label: string }

export type Choices<F extends FieldsOf> = { readonly [K in keyof F]?: readonly Choice[] }

/** A field that the page draws itself. */
interface ControlProps<V> {
  readonly value: V
  readonly fault: string | undefined
  readonly onChange: (value: V) => void
}

export type Controls<F extends FieldsOf> = {
  readonly [K in keyof F]?: (props: ControlProps<Typed<F>[K]>) => ReactNode
}

interface FieldsProps<F extends FieldsOf> {
  readonly fields: F
  readonly values: Typed<F>
  readonly faults: Faults
  readonly onChange: (next: Partial<Typed<F>>) => void
  /** what a field may be where the page knows it: the floors of a facility; an empty list is no choice */
  readonly choices?: Choices<F> | undefined
  /** fields that cannot be changed now */
  readonly disabled?: readonly (keyof F)[] | undefined
  /** what the page draws itself, as it is chosen from records; each marks itself with the field's name */
  readonly controls?: Controls<F> | undefined
}

type AnyControls = Readonly<Record<string, (props: ControlProps<unknown>) => ReactNode>>

/** The fields of a record as a form, part by part. The keyboard starts in the first. */
export function Fields<F extends FieldsOf>(props: FieldsProps<F>) {
  const { fields, values, faults, onChange, choices = {}, disabled = [] } = props
  const shown = Object.entries(fields).filter(([, { label }]) => label)
  const parts = Map.groupBy(shown, ([, { part }]) => part)
  const [first] = shown[0] ?? []
  const controls = (props.controls ?? {}) as AnyControls
  return [...parts].map(([part, members]) => {
    const inside = members.map(([name, field]) => {
      const change = (value: unknown) => onChange({ [name]: value } as Partial<Typed<F>>)
      const control = controls[name]
      if (control)
        return <Fragment key={name}>{control({ value: values[name], fault: faults[name], onChange: change })}</Fragment>
      return (
        <OneField
          key={name}
          name={name}
          field={field}
          value={values[name] as string | boolean | readonly Line[]}
          faults={faults}
          choices={(choices as Record<string, readonly Choice[]>)[name]}
          isFirst={name === first}
          isDisabled={disabled.includes(name)}
          onChange={change}
        />
      )
    })
    return part ? (
      <FormPart key={part()} title={part()}>
        {inside}
      </FormPart>
    ) : (
      <Fragment key="">{inside}</Fragment>
    )
  })
}

const order: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']

interface OneFieldProps {
  readonly name: string
  readonly field: Field
  readonly value: string | boolean | readonly Line[]
  readonly faults: Faults
  readonly choices: readonly Choice[] | undefined
  readonly isFirst: boolean
  readonly isDisabled: boolean
  readonly onChange: (value: string | boolean | readonly Line[]) => void
}

function typeOf({ kind, isRequired }: Field, value: string) {
  // `required` would make it invalid while it is empty, as if it were half typed (theme.css).
  const required = { required: false, withAsterisk: isRequired, 'aria-required': isRequired }
  if (kind === 'date' || kind === 'pastDate') return { ...timeInput('date', value), ...required }
  if (kind === 'time') return { ...timeInput('time', value), ...required }
  return { type: kind === 'email' ? 'email' : kind === 'phone' ? 'tel' : 'text' }
}

function OneField({ name, field, value, faults, choices, isFirst, isDisabled, onChange }: OneFieldProps) {
  const { kind, isRequired } = field
  if (kind === 'list')
    return (
      <LineList
        name={name}
        title={field.label?.() ?? ''}
        description={field.help?.() ?? ''}
        item={field.item?.() ?? ''}
        add={field.add?.() ?? ''}
        lines={typeof value === 'object' ? value : []}
        faults={faults}
        onChange={onChange}
        maxLength={'max' in field.of ? field.of.max : 254}
        type={field.of.kind === 'email' ? 'email' : 'text'}
        isOrdered={field.isOrdered ?? false}
      />
    )
  const common = {
    name,
    label: field.label?.(),
    description: field.help?.(),
    error: faults[name],
    required: isRequired,
    disabled: isDisabled,
    'data-autofocus': isFirst || undefined,
  }
  if (kind === 'flag')
    return (
      <Checkbox
        {...common}
        className={styles.formWhole}
        checked={value === true}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    )
  if (kind === 'zone') return <ZoneField {...common} value={String(value)} onChange={onChange} />
  const text = {
    ...common,
    placeholder: field.hint?.(),
    value: String(value),
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
    autoComplete: 'off',
    inputWrapperOrder: order,
  }
  const options = optionsOf(field, choices, String(value))
  if (options) return <NativeSelect {...text} data={options} />
  const maxLength = kind === 'number' ? undefined : longest(field)
  if (kind === 'secret')
    return (
      <PasswordInput
        {...text}
        className={styles.formWhole}
        autoComplete="new-password"
        maxLength={maxLength}
        visibilityToggleButtonProps={{ 'aria-label': m.common_show_typed() }}
      />
    )
  if (kind === 'text')
    return <Textarea {...text} className={styles.formWhole} autosize minRows={3} maxLength={maxLength} />
  return (
    <TextInput
      {...text}
      {...typeOf(field, text.value)}
      inputMode={kind === 'number' ? 'decimal' : undefined}
      maxLength={maxLength}
    />
  )
}

/** What there is to choose from; what is kept stays to be chosen, also when it is no choice any more. */
function optionsOf(field: Field, choices: readonly Choice[] | undefined, value: string) {
  const known =
    field.kind === 'choice'
      ? Object.entries(field.choices).map(([choice, words]) => ({ value: choice, label: words() }))
      : choices?.map((choice) => (typeof choice === 'string' ? { value: choice, label: choice } : choice))
  if (!known?.length) return null
  const none = 'none' in field && field.none ? [{ value: '', label: field.none() }] : []
  const isOdd = value !== '' && !known.some((choice) => choice.value === value)
  return [...none, ...known, ...(isOdd ? [{ value, label: value }] : [])]
}
