import { m } from '@eupnea/texts'
import { Button, TextInput } from '@mantine/core'
import { clsx } from 'clsx'
import { type ClipboardEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { IconArrowDown, IconArrowUp, IconPlus, IconX } from '../icons.tsx'
import tableStyles from '../table/table.module.css'
import formStyles from './form.module.css'
import styles from './line-list.module.css'
import { insertTexts, type Line, lineOf, moveLine, splitPasted } from './lines.ts'
import type { Faults } from './use-form-values.ts'

interface LineListProps {
  /** the field, under the server's name */
  readonly name: string
  readonly title: string
  readonly description: string
  /** label of one line: `Floor` */
  readonly item: string
  readonly add: string
  readonly lines: readonly Line[]
  readonly faults: Faults
  readonly onChange: (lines: readonly Line[]) => void
  readonly maxLength: number
  readonly type?: 'text' | 'email'
  /** people can reorder the lines */
  readonly isOrdered?: boolean
}

/** A list typed or pasted line by line, with each error beside its line. */
export function LineList(props: LineListProps) {
  const { name, title, description, item, add, lines, faults, onChange, isOrdered = false } = props
  const id = useId()
  const list = useRef<HTMLFieldSetElement>(null)
  const [focusKey, setFocusKey] = useState<number | null>(null)

  useEffect(() => {
    if (focusKey === null) return
    list.current?.querySelector<HTMLElement>(`[data-line="${focusKey}"]`)?.focus()
    setFocusKey(null)
  }, [focusKey])

  function addAfter(index: number) {
    const line = lineOf()
    onChange(lines.toSpliced(index + 1, 0, line))
    setFocusKey(line.key)
  }

  /** The focus moves to the line that takes its place, so that several can be removed in a row. */
  function remove(key: number) {
    const index = lines.findIndex((line) => line.key === key)
    const next = lines[index + 1] ?? lines[index - 1]
    onChange(lines.filter((line) => line.key !== key))
    if (next) setFocusKey(next.key)
    else list.current?.querySelector<HTMLElement>(`.${styles.lineListAdd}`)?.focus()
  }

  function onPaste(event: ClipboardEvent, { key }: Line) {
    const texts = splitPasted(event.clipboardData.getData('text'))
    if (texts.length < 2) return
    event.preventDefault()
    onChange(insertTexts(lines, key, texts))
  }

  function onKeyDown(event: KeyboardEvent, { key, text }: Line, index: number) {
    if (event.key === 'Enter') {
      event.preventDefault()
      addAfter(index)
    } else if (event.key === 'Backspace' && text === '' && lines.length > 1) {
      event.preventDefault()
      remove(key)
    } else if (isOrdered && event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault()
      onChange(moveLine(lines, key, event.key === 'ArrowUp' ? -1 : 1))
      setFocusKey(key)
    }
  }

  return (
    <fieldset
      ref={list}
      className={clsx(formStyles.formWhole, styles.lineList)}
      data-field={name}
      aria-describedby={`${id}-note`}
    >
      <legend>{title}</legend>
      <p id={`${id}-note`} className={styles.lineListNote}>
        {description}
      </p>
      {lines.length > 0 && (
        <ol data-ordered={isOrdered}>
          {lines.map((line, index) => {
            const label = m.common_item_number({ item, number: index + 1 })
            const what = line.text.trim() || label
            return (
              <li key={line.key}>
                <TextInput
                  type={props.type ?? 'text'}
                  aria-label={label}
                  data-line={line.key}
                  autoComplete="off"
                  spellCheck={false}
                  maxLength={props.maxLength}
                  value={line.text}
                  error={faults[`${name}.${line.key}`]}
                  onChange={(event) => {
                    const text = event.currentTarget.value
                    onChange(lines.map((other) => (other.key === line.key ? { ...other, text } : other)))
                  }}
                  onPaste={(event) => onPaste(event, line)}
                  onKeyDown={(event) => onKeyDown(event, line, index)}
                />
                {isOrdered && (
                  <>
                    <LineAct
                      icon={IconArrowUp}
                      label={m.common_move_up_label({ what })}
                      isDisabled={index === 0}
                      onClick={() => onChange(moveLine(lines, line.key, -1))}
                    />
                    <LineAct
                      icon={IconArrowDown}
                      label={m.common_move_down_label({ what })}
                      isDisabled={index === lines.length - 1}
                      onClick={() => onChange(moveLine(lines, line.key, 1))}
                    />
                  </>
                )}
                <LineAct icon={IconX} label={m.common_remove_label({ what })} onClick={() => remove(line.key)} />
              </li>
            )
          })}
        </ol>
      )}
      {faults[name] && (
        <p className={styles.lineListFault} role="alert">
          {faults[name]}
        </p>
      )}
      <Button
        className={styles.lineListAdd}
        size="compact-md"
        variant="default"
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() => addAfter(lines.length - 1)}
      >
        {add}
      </Button>
    </fieldset>
  )
}

interface LineActProps {
  readonly icon: typeof IconX
  readonly label: string
  readonly isDisabled?: boolean
  readonly onClick: () => void
}

const LineAct = ({ icon: Icon, label, isDisabled, onClick }: LineActProps) => (
  <button
    type="button"
    className={clsx(tableStyles.tableAct, styles.lineListAct)}
    aria-label={label}
    aria-disabled={isDisabled}
    onClick={onClick}
  >
    <Icon size={16} stroke={1.8} aria-hidden />
  </button>
)
