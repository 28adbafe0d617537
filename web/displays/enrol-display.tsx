import { enrolDisplay } from '@eupnea/contract/displays.ts'
import { productName } from '@eupnea/contract/product.ts'
import { codeLength, codeLetters, codeOf } from '@eupnea/contract/rules/display-code.ts'
import { m } from '@eupnea/texts'
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { ApiError, describeError, useSend } from '../shared/api.ts'
import { BreathMark } from '../shared/breath-mark.tsx'
import { keepDisplayToken } from './display-token.ts'
import styles from './displays.module.css'

const isCode = (code: string): boolean =>
  code.length === codeLength && [...code].every((letter) => codeLetters.includes(letter))

/** What a television shows before it is enrolled: what to do, and a field for the code (DI-1). */
export function EnrolDisplay({ isRevoked }: { readonly isRevoked: boolean }) {
  const field = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [fault, setFault] = useState<string>()
  const enrolment = useSend(enrolDisplay, {
    onSuccess: ({ token }) => keepDisplayToken(token),
    onError: (error) => {
      setFault(error instanceof ApiError && error.field === 'code' ? error.message : describeError(error).message)
      field.current?.focus()
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    const typed = codeOf(code)
    const found = isCode(typed) ? undefined : m.display_code_invalid()
    setFault(found)
    if (found) field.current?.focus()
    else enrolment.mutate({ code: typed })
  }

  return (
    <main className={styles.enrol}>
      <p className={styles.enrolBrand}>
        <BreathMark /> {productName}
      </p>
      {isRevoked && (
        <p className={styles.enrolEnded} role="alert">
          {m.display_enrol_ended()}
        </p>
      )}
      <h1>{m.display_enrol_title()}</h1>
      <ol aria-label={m.display_enrol_steps_label()}>
        <li>{m.display_enrol_step_open()}</li>
        <li>{m.display_enrol_step_add()}</li>
        <li>{m.display_enrol_step_type()}</li>
      </ol>
      <form onSubmit={submit} noValidate>
        <TextInput
          ref={field}
          className={styles.enrolCode}
          label={m.display_code_label()}
          name="code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          autoFocus
          maxLength={16}
          value={code}
          error={fault}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Button type="submit" size="lg" loading={enrolment.isPending}>
          {m.display_enrol_act()}
        </Button>
      </form>
      <p className={styles.enrolNotice}>{m.common_observation_notice()}</p>
    </main>
  )
}
