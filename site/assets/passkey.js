// Signs in with a passkey, and adds one on the account page. The buttons stay hidden in a browser without passkeys.
(() => {
  if (!window.PublicKeyCredential?.parseRequestOptionsFromJSON) return;
  const ask = async (path, body) => {
    const answer = await fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body: body && JSON.stringify(body) });
    if (!(answer.headers.get("content-type") || "").startsWith("application/json")) throw new Error("The site does not answer; load the page again.");
    const value = await answer.json();
    if (!answer.ok) throw new Error(value.wrong);
    return value;
  };
  const offer = (id, act) => {
    const button = document.getElementById(id);
    if (!button) return;
    const wrong = document.getElementById(id + "-wrong");
    button.hidden = false;
    button.addEventListener("click", async () => {
      wrong.hidden = true;
      button.disabled = true;
      try {
        location.assign((await act(button)).to);
      } catch (e) {
        wrong.textContent = e.name === "NotAllowedError" ? "No passkey was used." : e.name === "InvalidStateError" ? "This passkey is known already." : e.message;
        wrong.hidden = false;
      }
      button.disabled = false;
    });
  };
  offer("passkey", async (button) => {
    const options = await ask("/sign-in/passkey/begin");
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options.publicKey);
    const key = await navigator.credentials.get({ publicKey });
    return ask("/sign-in/passkey?to=" + encodeURIComponent(button.dataset.to), key.toJSON());
  });
  offer("add-passkey", async () => {
    const note = document.getElementById("passkey-note").value.trim();
    if (!note) throw new Error("Say which passkey it is.");
    const options = await ask("/account/passkeys/begin");
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options.publicKey);
    const key = await navigator.credentials.create({ publicKey });
    return ask("/account/passkeys?note=" + encodeURIComponent(note), key.toJSON());
  });
})();
