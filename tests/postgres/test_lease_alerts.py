"""The alerts about leases fire at a real Prometheus because a node of a cluster does not reach its database. The others: tests/server/test_alerts.py."""
import pathlib
import signal
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from nodes import Nodes  # noqa: E402 (it knows where the harness is)
import prometheus  # noqa: E402


class Leases(prometheus.Faults, Nodes):
    def test_the_database_is_away_for_longer_than_a_lease(self):
        self.node(3000, flags=("--admin-port", str(self.admin_port)))
        self.see("engawa_lease_renewals_total > 0")
        self.calm("EngawaLeaseNotRenewed", "EngawaLeaseLost")
        self.postgres.stop()
        self.fires("EngawaLeaseNotRenewed")
        self.assertIsNone(self.alert("EngawaLeaseLost"), "that it was too late is known when it renews the next one")
        self.postgres.start()
        self.fires("EngawaLeaseLost")
        self.ends("EngawaLeaseNotRenewed")
        self.ends("EngawaLeaseLost")

    def test_a_node_hangs_for_longer_than_its_lease(self):
        node = self.node(flags=("--admin-port", str(self.admin_port)))
        self.calm("EngawaLeaseLost")
        node.freeze()
        self.fires("EngawaDown")
        node.process.send_signal(signal.SIGCONT)
        self.fires("EngawaLeaseLost")


if __name__ == "__main__":
    unittest.main()
