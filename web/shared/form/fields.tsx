import type { Field, Fields as FieldsOf } from '@eupnea/contract/field-kinds.ts'
import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { FormPart } from './form-part.tsx'
import { LineList } from './line-list.tsx'
import type { Line } from './lines.ts'
import type { Typed } from './record.ts'
import type { Faults } from './use-form-values.ts'

interface FieldsProps<F extends FieldsOf> {
  readonly fields: F
  readonly values: Typed<F>
  readonly faults: Faults
  readonly onChange: (next: Partial<Typed<F>>) => void
  /** what a field may be where the page knows it: the floors of a facility; an empty list is no choice */
  readonly choices?: { readonly [K in keyof F]?: readonly string[] }
}

/** The fields of a record as a form, part by part. The keyboard starts in the first. */
export function Fields<F extends FieldsOf>({ fields, values, faults, onChange, choices = {} }: FieldsProps<F>) {
  const shown = Object.entries(fields).filter(([, { label }]) => label)
  const parts = Map.groupBy(shown, ([, { part }]) => part)
  const [first] = shown[0] ?? []
  return [...parts].map(([part, members]) => (
    <FormPart key={part?.() ?? ''} title={part?.() ?? ''}>
      {members.map(([name, field]) => (
        <OneField
          key={name}
          name={name}
          field={field}
          value={values[name] as string | boolean | readonly Line[]}
          faults={faults}
          choices={(choices as Record<string, readonly string[]>)[name]}
          isFirst={name === first}
          onChange={(value) => onChange({ [name]: value } as Partial<Typed<F>>)}
        />
      ))}
    </FormPart>
  ))
}

const order: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']

interface OneFieldProps {
  readonly name: string
  readonly field: Field
  readonly value: string | boolean | readonly Line[]
  readonly faults: Faults
  readonly choices: readonly string[] | undefined
  readonly isFirst: boolean
  readonly onChange: (value: string | boolean | readonly Line[]) => void
}

const inputTypes: Partial<Record<Field['kind'], string>> = {
  date: 'date',
  pastDate: 'date',
  time: 'time',
  email: 'email',
  phone: 'tel',
}

function OneField({ name, field, value, faults, choices, isFirst, onChange }: OneFieldProps) {
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
    'data-autofocus': isFirst || undefined,
  }
  if (kind === 'flag')
    return <Checkbox {...common} checked={value === true} onChange={(event) => onChange(event.currentTarget.checked)} />
  const text = {
    ...common,
    value: String(value),
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
    autoComplete: 'off',
    inputWrapperOrder: order,
  }
  const options = optionsOf(field, choices, String(value))
  if (options) return <NativeSelect {...text} data={options} />
  const maxLength = 'max' in field && kind !== 'number' ? field.max : undefined
  if (kind === 'text') return <Textarea {...text} className="form-whole" autosize minRows={3} maxLength={maxLength} />
  return (
    <TextInput
      {...text}
      type={inputTypes[kind] ?? 'text'}
      inputMode={kind === 'number' ? 'decimal' : undefined}
      maxLength={maxLength}
    />
  )
}

/** What there is to choose from; what is kept stays to be chosen, also when it is no choice any more. */
function optionsOf(field: Field, choices: readonly string[] | undefined, value: string) {
  const known =
    field.kind === 'choice'
      ? Object.entries(field.choices).map(([choice, words]) => ({ value: choice, label: words() }))
      : choices?.map((choice) => ({ value: choice, label: choice }))
  if (!known?.length) return null
  const none = 'none' in field && field.none ? [{ value: '', label: field.none() }] : []
  const isOdd = value !== '' && !known.some((choice) => choice.value === value)
  return [...none, ...known, ...(isOdd ? [{ value, label: value }] : [])]
}
