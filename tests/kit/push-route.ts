import https from 'node:https'
import { connect } from 'node:net'

/** Imported into a portal: leads its https calls to the push service of the tests, without TLS. */
https.Agent.prototype.createConnection = () => connect(Number(process.env.PUSH_PORT), '127.0.0.1')
