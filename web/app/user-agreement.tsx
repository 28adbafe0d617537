import { productName } from '@eupnea/contract/product.ts'
import { acceptAgreement, type Session } from '@eupnea/contract/sessions.ts'
import { m } from '@eupnea/texts'
import { Button, Group, Modal } from '@mantine/core'
import { describeError, useSend } from '../shared/api.ts'
import { Rich } from '../shared/rich.tsx'
import { setSession } from '../shared/session.ts'
import { useSignOut } from './use-sign-out.ts'
import styles from './user-agreement.module.css'

/** Shown once, at the first sign-in (ID-10). */
export function UserAgreement({ session }: { readonly session: Session }) {
  const acceptance = useSend(acceptAgreement, {
    onSuccess: () => setSession({ ...session, is_agreement_due: false }),
  })
  const signOut = useSignOut()
  const failure = acceptance.error && describeError(acceptance.error)
  return (
    <Modal
      opened
      onClose={() => {}}
      title={m.app_agreement_title()}
      size="lg"
      centered
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      overlayProps={{ backgroundOpacity: 0 }}
      transitionProps={{ duration: 0 }}
    >
      <p>{m.app_agreement_welcome({ product: productName })}</p>
      <ul className={styles.agreementPoints}>
        <li>
          <Rich parts={m.app_agreement_care.parts({ product: productName })} />
        </li>
        {/* Members see only their own nights, and show them to whom they like. */}
        {session.role !== 'Member' && (
          <li>
            <Rich parts={m.app_agreement_residents.parts()} />
          </li>
        )}
        <li>
          <Rich parts={m.app_agreement_account.parts()} />
        </li>
      </ul>
      <p>
        <Rich
          parts={m.app_agreement_policy.parts()}
          tags={{
            link: (text) => (
              <a href="/pp" target="_blank" rel="noreferrer">
                {text}
              </a>
            ),
          }}
        />
      </p>
      {failure && (
        <p className={styles.agreementFailure} role="alert">
          <b>{failure.title}</b> {failure.message}
        </p>
      )}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={() => void signOut()}>
          {m.app_agreement_refuse()}
        </Button>
        <Button loading={acceptance.isPending} onClick={() => acceptance.mutate({})} data-autofocus>
          {m.app_agreement_accept()}
        </Button>
      </Group>
    </Modal>
  )
}
