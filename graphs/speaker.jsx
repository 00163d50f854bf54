/**
 * The card that chat clients show beside a message: the speaker, and how that participant got the floor. The LangGraph
 * server bundles this file for chat clients.
 */
const muted = { color: "#6b7280" };
const chip = { border: "1px solid #e5e7eb", borderRadius: 9999, padding: "0 8px", whiteSpace: "nowrap" };

function Speaker({ name, role, stage, decision, bids, rehearsal }) {
  const facts = [role, stage, decision].filter(Boolean);
  return (
    <div style={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 6, fontSize: 13, lineHeight: "20px" }}>
      <strong>{name}</strong>
      {facts.length > 0 && <span style={muted}>{facts.join(" · ")}</span>}
      {bids.map(({ name: bidder, bid }) => (
        <span key={bidder} style={bidder === name ? { ...chip, fontWeight: 600, borderColor: "#9ca3af" } : chip}>
          {bidder}: {bid}
        </span>
      ))}
      {rehearsal && <em style={{ color: "#b45309" }}>{rehearsal}</em>}
    </div>
  );
}

export default { speaker: Speaker };
